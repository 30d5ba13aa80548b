import type { Experience } from '@oriel/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../features/catalogue/category-icon.tsx';
import { FeaturedExperience } from '../../features/catalogue/featured-experience.tsx';
import { libraryPath, type Section } from '../../features/catalogue/library-url.ts';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import styles from './hero.module.css';

interface Props {
  section: Section | undefined;
  total: number | undefined;
  failure: string | undefined;
  search: ReactNode;
  featured: Experience | undefined;
}

export function LibraryHero({ section, total, failure, search, featured }: Props) {
  return (
    <section className={layoutOf(featured, section)}>
      <div className={`${stack.gap4} ${styles.text}`}>
        {section && <Breadcrumb section={section} />}
        <h1>{section ? `${section.name} Experiences` : 'Discover premium VR experiences'}</h1>
        <p className={prose.lead} role="status">
          {total === undefined ? 'Loading experiences…' : countText(total, section?.name)}
        </p>
        {failure && (
          <p className={prose.error} role="alert">
            {failure}
          </p>
        )}
        {!section && search}
      </div>
      {featured && <FeaturedExperience experience={featured} />}
      {section && (
        <div className={stack.gap4}>
          <div className={styles.note}>
            <CategoryIcon icon={section.icon} fallback="🎯" size={32} />
            <p>{section.description || 'Premium VR experiences in this category'}</p>
          </div>
          {search}
        </div>
      )}
    </section>
  );
}

function layoutOf(featured: Experience | undefined, section: Section | undefined): string {
  if (featured) return `${split.wideSecond} ${styles.withImage}`;
  return section ? `${split.aside} ${styles.ofSection}` : `${styles.plain}`;
}

function countText(total: number, sectionName: string | undefined): string {
  const text = `${total} premium VR ${total === 1 ? 'experience' : 'experiences'} available`;
  return sectionName ? `${text} in ${sectionName}` : text;
}

function Breadcrumb({ section: { name, categoryId, part } }: { section: Section }) {
  return (
    <nav className={page.breadcrumb} aria-label="Breadcrumb">
      <Link to="/categories">Categories</Link> /{' '}
      {part && (
        <>
          <Link to={libraryPath({ category: part.categoryName })}>{part.categoryName}</Link> /{' '}
        </>
      )}
      {part ? name : <Link to={`/categories/${categoryId}/subcategories`}>{name}</Link>}
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../features/catalogue/category-icon.tsx';
import { libraryPath, type Section } from '../../features/catalogue/library-url.ts';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import styles from './hero.module.css';

interface Props {
  section: Section | undefined;
  total: number | undefined;
  failure: string | undefined;
  search: ReactNode;
}

export function LibraryHero({ section, total, failure, search }: Props) {
  return (
    <section className={styles.hero}>
      <div className={styles.text}>
        {section && <Breadcrumb section={section} />}
        <h1 className={styles.title}>
          {section ? `${section.name} Experiences` : 'Discover premium VR experiences'}
        </h1>
        <p className={prose.soft} role="status">
          {total === undefined ? 'Loading experiences…' : countText(total, section?.name)}
        </p>
        {failure && (
          <p className={prose.error} role="alert">
            {failure}
          </p>
        )}
      </div>
      {section && (
        <div className={styles.note}>
          <CategoryIcon icon={section.icon} fallback="🎯" size={36} />
          <p>{section.description || 'Premium VR experiences in this category'}</p>
        </div>
      )}
      <div id="search" className={styles.search}>
        {search}
      </div>
    </section>
  );
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

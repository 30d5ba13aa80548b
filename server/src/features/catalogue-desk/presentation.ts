import type { DeskCategory, DeskSubcategory, DeskTag } from '@oriel/contract';
import { type lists, presentCover, safeIcon } from '../catalogue/service.ts';

type StoredList = lists.StoredList;

export function presentCategory(list: StoredList): DeskCategory {
  const { id, name, revision, itemCount, description, icon, coverTour, cover } = list;
  return {
    id,
    name,
    revision,
    itemCount,
    description: description ?? '',
    icon: icon === null ? '' : safeIcon(icon),
    coverTour,
    cover: cover && presentCover(cover),
  };
}

export function presentSubcategory(list: StoredList): DeskSubcategory {
  return { ...presentCategory(list), categoryId: list.categoryId ?? 0 };
}

export function presentTag({ id, name, revision, itemCount, categoryId, isActive }: StoredList): DeskTag {
  return { id, name, revision, itemCount, categoryId, isActive };
}

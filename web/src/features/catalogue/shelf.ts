import type { Category, Subcategory } from '@oriel/contract';
import type { Shelf } from './order.ts';

export function shelfOfCategory(category: Category): Shelf {
  return {
    id: category.categoryid,
    name: category.categoryname,
    description: category.description,
    icon: category.iconurl,
    itemCount: category.itemCount,
    createdAt: category.createdAt,
  };
}

export function shelfOfSubcategory(subcategory: Subcategory): Shelf {
  return {
    id: subcategory.subcategoryid,
    name: subcategory.name,
    description: subcategory.description,
    icon: subcategory.iconurl,
    itemCount: subcategory.itemCount,
    createdAt: subcategory.createdAt,
  };
}

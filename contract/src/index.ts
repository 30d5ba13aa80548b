export * from './cache.ts';
export * from './catalogue.ts';
export * from './endpoint.ts';
export * from './media-address.ts';
export * from './problem.ts';
export * from './site.ts';

import { createContext } from 'react';

/** What marks our inline scripts while a page is rendered on the server; browsers have no need of it. */
export const NonceContext = createContext<string | undefined>(undefined);

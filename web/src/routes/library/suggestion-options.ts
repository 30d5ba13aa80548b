import type { ReactNode } from 'react';

/** One thing to choose. */
export interface Option {
  key: string;
  content: ReactNode;
  /** Where it leads; without it the text is searched. */
  path?: string;
  text?: string;
}

export interface OptionGroup {
  title: string;
  /** How its options are laid out. */
  look: 'rows' | 'chips' | 'icons' | 'pictures';
  options: Option[];
}

/** What the tests need of a browser, whatever drives it. Points are in CSS pixels from the corner of the page's view. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run(body: string): Promise<unknown>;
  resize(width: number, height: number): Promise<void>;
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Uncaught errors of the pages so far, as far as the driver hears of them. */
  errors(): readonly string[];
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight';

/** A running browser, which opens a window without cookies and storage for each test. */
export interface BrowserProcess {
  name: string;
  open(): Promise<Driver>;
  stop(): Promise<void>;
}

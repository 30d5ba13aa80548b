import { SaxesParser } from 'saxes';
import { ImportRefused } from './import-folder.ts';

/** An element; names of elements and attributes are in lower case. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const MAX_ELEMENTS = 200_000;
const MAX_DEPTH = 64;

/**
 * Reads XML into a tree. Documents with a type declaration are refused, so there are no entities but the five of XML.
 *
 * @throws {ImportRefused} if it is damaged or too large
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let elements = 0;
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new ImportRefused('The XML has a document type declaration, which could name other files.');
  });
  parser.on('error', (error) => {
    throw new ImportRefused(`The XML is damaged: ${error.message.slice(0, 200)}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH)
      throw new ImportRefused('The XML holds too much, or is nested too deeply.');
    const lower = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value] as const);
    const element = {
      name: name.toLowerCase(),
      attributes: Object.fromEntries(lower),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined && element !== root) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw new ImportRefused('The XML is damaged.');
  }
  const [first] = root.children;
  if (first === undefined) throw new ImportRefused('The XML is empty.');
  return first;
}

/** The children of this name, in order. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** An attribute; empty ones count as absent. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return value === undefined || value.trim() === '' ? undefined : value;
}

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const GPANO = 'http://ns.google.com/photos/1.0/panorama/';

/** XMP as cameras and Photoshop write it: numbers as attributes, of any prefix. */
export function asAttributes(values: Record<string, number | string>, prefix = 'GPano'): string {
  const attributes = Object.entries(values).map(([name, value]) => `${prefix}:${name}="${value}"`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about="" xmlns:${prefix}="${GPANO}" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
}

/** XMP as Hugin and ExifTool write it: numbers as elements. */
export function asElements(values: Record<string, number | string>): string {
  const elements = Object.entries(values).map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about="" xmlns:GPano="${GPANO}">${elements.join('\n')}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

/** A quarter of the way around, from 30 degrees above the horizon to 60 below. */
export const PART = {
  FullPanoWidthPixels: 8000,
  FullPanoHeightPixels: 4000,
  CroppedAreaImageWidthPixels: 2000,
  CroppedAreaImageHeightPixels: 2000,
  CroppedAreaLeftPixels: 5000,
  CroppedAreaTopPixels: 1333,
};

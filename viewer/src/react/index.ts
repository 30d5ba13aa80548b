export { Panorama, type PanoramaProps } from './panorama.tsx';

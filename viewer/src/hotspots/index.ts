export { type HotspotOptions, type Hotspots, showHotspots } from './hotspots.ts';

export { loadRetouch, type Retouch, type SceneRetouch, showRetouch } from './retouch.ts';

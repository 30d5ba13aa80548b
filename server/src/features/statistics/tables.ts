/** See `migrations/0059_attention.sql`. */
export interface StatisticsTables {
  scene_attention: {
    experience_id: number;
    day: string;
    scene_id: string;
    milliseconds: number;
    gaze: number[];
  };
  hotspot_presses: {
    experience_id: number;
    day: string;
    scene_id: string;
    hotspot_id: string;
    presses: number;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends StatisticsTables {}
}

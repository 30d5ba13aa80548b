import type { TourInput } from '@oriel/contract';
import { buildDocument } from './document.ts';
import { emptyReport, type ImportedTour } from './draft.ts';

/** A document of an imported tour whose media are all there. */
export function documentOf(imported: ImportedTour, report = emptyReport()): TourInput {
  const media = {
    assetId: 'asset',
    content: { kind: 'photo' as const, manifest: { file: 'panorama.jpg', preview: '' } },
  };
  return buildDocument(imported, new Map(imported.scenes.map(({ id }) => [id, media])), report).tour;
}

/** A tour of Pannellum, of two scenes. */
export const PANNELLUM = () => ({
  default: { firstScene: 'circle', author: 'Somebody', sceneFadeDuration: 1000, basePath: 'pictures' },
  scenes: {
    circle: {
      title: 'Mason Circle',
      hfov: 110,
      pitch: -3,
      yaw: 117,
      northOffset: 20,
      type: 'equirectangular',
      panorama: 'circle.jpg',
      minPitch: -50,
      hotSpots: [
        {
          pitch: -2.1,
          yaw: 132.9,
          type: 'scene',
          text: 'To the house',
          sceneId: 'House',
          targetYaw: 'sameAzimuth',
        },
        {
          pitch: 10,
          yaw: -20,
          type: 'info',
          text: '<b>Old</b> tree &amp; bench',
          URL: 'https://example.org/tree',
        },
        { pitch: 5, yaw: 50, type: 'info', text: 'A lamp', clickHandlerFunc: 'alert(1)' },
        { pitch: 5, yaw: 60, type: 'info', text: 'Bad', URL: 'javascript:alert(1)' },
      ],
    },
    House: {
      title: 'The house',
      type: 'multires',
      horizonRoll: 12,
      northOffset: -100,
      multiRes: {
        path: '/%l/%s%y_%x',
        basePath: 'house',
        extension: 'png',
        tileResolution: 512,
        maxLevel: 3,
        cubeResolution: 2000,
      },
      hotSpots: [
        {
          pitch: 0,
          yaw: 90,
          type: 'scene',
          sceneId: 'circle',
          targetYaw: -23,
          targetPitch: 2,
          targetHfov: 100,
        },
      ],
    },
  },
});

/** As the Marzipano Tool writes it, and as people edit it. */
export const MARZIPANO = `
var APP_DATA = {
  // By hand
  scenes: [
    {
      "id": "0-hall", "name": "Hall & stairs",
      "levels": [
        { "tileSize": 256, "size": 256, "fallbackOnly": true },
        { "tileSize": 512, "size": 512 }, { "tileSize": 512, "size": 1024 }, { "tileSize": 512, "size": 2048 },
      ],
      "faceSize": 1344,
      initialViewParameters: { yaw: 0.5, pitch: 0.25, fov: 1.3089969389957472 },
      "linkHotspots": [{ "yaw": -1.5707963267948966, "pitch": 0.3, "rotation": 12.566370614359172, "target": "1-room" }],
      "infoHotspots": [{ "yaw": 3.5, "pitch": -0.5, "title": "Painting", "text": "By <i>nobody</i>.<br>1720<script>alert(1)</script>" }]
    },
    { 'id': "1-room", "name": "Room", "levels": [{ "tileSize": 512, "size": 512 }], "faceSize": 400, "linkHotspots": [] },
  ],
  "name": "House", "settings": { "mouseViewMode": "drag" }
};
`;

/** Each form in which krpano names pictures. */
export const KRPANO = `<krpano version="1.20" startscene="scene_A">
  <include url="skin/vtourskin.xml" />
  <action name="startup">loadscene(get(startscene));</action>
  <scene name="scene_a" title="Entrance" onstart="playsound(a, b.mp3);" heading="30">
    <view hlookat="10" vlookat="20" fovtype="VFOV" fov="60" fovmin="40" fovmax="90" />
    <preview url="panos/a.tiles/preview.jpg" />
    <image><cube url="panos/a.tiles/%s/l%l/%0v/l%l_%s_%0v_%0h.jpg" multires="512,640,1152,2304,4736" /></image>
    <hotspot name="spot1" style="skin_hotspotstyle" ath="-42" atv="11" linkedscene="SCENE_B" linkedscene_lookat="5,-6,70" />
    <hotspot name="area" tooltip="The [br]pool" onclick="openurl(https://example.org/pool,_blank);">
      <point ath="1" atv="2"/><point ath="9" atv="2"/><point ath="5" atv="-8"/>
    </hotspot>
    <hotspot name="bad" ath="1" atv="1" onclick="js(alert(1))" />
  </scene>
  <scene name="scene_b" title="Garden">
    <view hlookat="0" vlookat="0" fov="90" />
    <image><cube url="%SWFPATH%/panos/b_%s.jpg" /></image>
    <hotspot name="spot1" ath="180" atv="0" onclick="if(a, loadscene(scene_a, null, MERGE));" />
  </scene>
  <scene name="old"><image tilesize="700"><level tiledimagewidth="4000" tiledimageheight="4000"><cube url="o/l3/%s/%0v/%0h.jpg"/></level>
    <level tiledimagewidth="1000"><cube url="o/l1/%s/%v_%h.jpg"/></level></image></scene>
  <scene name="sphere"><image hfov="360" vfov="120" voffset="10"><sphere url="panos/s.jpg"/></image></scene>
</krpano>`;

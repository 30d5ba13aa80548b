/** Of a scene that is dragged from the list into the picture, where it becomes a door. */
const TYPE = 'application/x-oriel-scene';

export function carryScene(data: DataTransfer, sceneId: string): void {
  data.setData(TYPE, sceneId);
  data.effectAllowed = 'link';
}

export const carriesScene = (data: DataTransfer): boolean => data.types.includes(TYPE);

export const sceneIn = (data: DataTransfer): string => data.getData(TYPE);

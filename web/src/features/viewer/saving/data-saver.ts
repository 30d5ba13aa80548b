import { savesData as browserSavesData } from '../../../ui/saves-data.ts';

/** What the visitor chose in this visit. */
let chosen: boolean | undefined;

/** Whether little is to be loaded: as chosen, else as the browser says. */
export const savesData = (): boolean => chosen ?? browserSavesData();

export function chooseToSaveData(choice: boolean): void {
  chosen = choice;
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addScene, renameScene } from './document.ts';
import { aFile, FakeTours } from './draft.fixture.ts';
import { DraftStore } from './draft-store.ts';

let server: FakeTours;
let store: DraftStore;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeTours();
  store = new DraftStore(server.tour, server);
});

afterEach(() => {
  vi.useRealTimers();
});

const type = (title: string, label = 'Typing') =>
  store.change((draft) => ({ ...draft, title }), { label, mergeKey: 'title' });
const set = (fields: object, label = 'Change') =>
  store.change((draft) => ({ ...draft, ...fields }), { label });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const state = () => store.snapshot.state;
const draft = () => store.snapshot.draft;

describe('saving', () => {
  it('waits until nothing was written for a second, and sends what has changed alone', async () => {
    type('H');
    await pass(900);
    type('Ha');
    await pass(900);
    expect(server.saves).toEqual([]);
    expect(state()).toBe('unsaved');
    await pass(100);
    expect(server.saves).toEqual([{ title: 'Ha' }]);
    expect(state()).toBe('saved');
    expect(store.snapshot.tour.revision).toBe(2);
  });

  it('sends one request at a time, and then what was written meanwhile', async () => {
    let open = () => {};
    server.gate = new Promise((resolve) => {
      open = resolve;
    });
    type('One');
    await pass(1_000);
    expect(state()).toBe('saving');
    type('Two');
    await pass(5_000);
    expect(server.saves).toEqual([]);
    open();
    await pass(0);
    expect(server.saves).toEqual([{ title: 'One' }, { title: 'Two' }]);
    expect(state()).toBe('saved');
  });

  it('leaves what was typed as it is, also where the server trims it', async () => {
    type('Harbour ');
    await pass(1_000);
    server.tour = { ...server.tour, draft: { ...server.tour.draft, title: 'Harbour' } };
    await pass(10_000);
    expect(draft().title).toBe('Harbour ');
    expect(server.saves).toHaveLength(1);
  });

  it('takes nothing to the server where a change was taken back', async () => {
    type('Gone');
    store.undo();
    await pass(1_000);
    expect(server.saves).toEqual([]);
    expect(state()).toBe('saved');
  });

  it('says what a patch removes', async () => {
    set({ access: { steps: 2, note: 'Ring twice' }, location: { latitude: 1, longitude: 2 } });
    await pass(1_000);
    set({ access: { steps: 3 }, location: null });
    await pass(1_000);
    expect(server.saves.at(-1)).toEqual({ access: { steps: 3, note: null }, location: null });
  });

  it('keeps what a lost line does not take, and tries again, sooner once the line is back', async () => {
    server.faults = ['lost', 'broken', 'lost', 'lost'];
    type('Island');
    await pass(1_000);
    expect(state()).toBe('offline');
    await pass(2_000 + 4_000);
    expect(state()).toBe('offline');
    server.faults = [];
    store.retry();
    await pass(0);
    expect(state()).toBe('saved');
    expect(server.tour.draft.title).toBe('Island');
  });

  it('does not take its own save for that of somebody else where the answer was lost', async () => {
    server.faults = ['answer-lost'];
    type('Island');
    await pass(1_000 + 2_000);
    expect(state()).toBe('saved');
    expect(server.saves).toHaveLength(1);
    type('Island two');
    await pass(1_000);
    expect(server.tour.draft.title).toBe('Island two');
  });

  it('shows the sentence of a refusal, keeps the text, and saves the corrected one', async () => {
    server.faults = ['refused'];
    type('Too long');
    await pass(1_000);
    expect(state()).toBe('refused');
    expect(store.snapshot.refusal).toEqual({
      field: 'title',
      sentence: 'Please use at most 200 characters.',
    });
    expect(draft().title).toBe('Too long');
    type('Short');
    expect(store.snapshot.refusal).toBeUndefined();
    await pass(1_000);
    expect(state()).toBe('saved');
  });
});

describe('undo', () => {
  it('takes back words, not letters, and does them again', () => {
    type('a');
    type('ab');
    vi.advanceTimersByTime(1_500);
    type('abc', 'Typing more');
    expect(store.snapshot.undoLabel).toBe('Typing more');
    store.undo();
    expect(draft().title).toBe('ab');
    store.undo();
    expect(draft().title).toBe('');
    expect(store.snapshot.undoLabel).toBeUndefined();
    store.redo();
    store.redo();
    expect(draft().title).toBe('abc');
    expect(store.snapshot.redoLabel).toBeUndefined();
  });

  it('remembers a hundred steps', () => {
    for (let price = 0; price < 105; price += 1) set({ price });
    for (let step = 0; step < 105; step += 1) store.undo();
    expect(draft().price).toBe(4);
  });

  it('leaves what others have changed', async () => {
    set({ city: 'Lisbon' });
    await pass(1_000);
    server.change({ title: 'Theirs' });
    store.refresh(server.tour);
    expect(draft()).toMatchObject({ city: 'Lisbon', title: 'Theirs' });
    store.undo();
    expect(draft()).toMatchObject({ city: '', title: 'Theirs' });
  });
});

describe('two who write at once', () => {
  beforeEach(async () => {
    server.change({ title: 'Theirs', city: 'Porto' });
    type('Mine');
    set({ website: 'https://mine.example' });
    await pass(1_000);
  });

  it('are told, and nothing is lost or sent', async () => {
    expect(state()).toBe('conflict');
    expect(store.snapshot.conflict?.changedBy.name).toBe('Ada Lovelace');
    type('Mine, longer');
    await pass(10_000);
    expect(server.saves).toEqual([]);
    expect(draft()).toMatchObject({ title: 'Mine, longer', website: 'https://mine.example' });
    expect(await store.flush()).toBe(false);
  });

  it('may keep their own, over the newer revision', async () => {
    store.keepMine();
    await pass(0);
    expect(state()).toBe('saved');
    expect(server.tour.draft).toMatchObject({
      title: 'Mine',
      city: 'Porto',
      website: 'https://mine.example',
    });
  });

  it('may take the other, and come back', async () => {
    store.takeTheirs();
    expect(state()).toBe('saved');
    expect(draft()).toMatchObject({ title: 'Theirs', website: '' });
    store.undo();
    await pass(1_000);
    expect(server.tour.draft).toMatchObject({ title: 'Mine', website: 'https://mine.example', city: '' });
  });
});

it('saves before it does something else, and not where that fails', async () => {
  type('Ready');
  const revisions: number[] = [];
  const publish = async (revision: number) => {
    revisions.push(revision);
    return server.tour;
  };
  expect(await store.perform(publish)).toBe(true);
  expect(revisions).toEqual([2]);
  server.faults = ['lost'];
  type('Not yet');
  expect(await store.perform(publish)).toBe(false);
  expect(revisions).toEqual([2]);
});

describe('a picture that is replaced by a blurred one', () => {
  const media = () => draft().document?.scenes.map((scene) => scene.media);
  /** As the server does once the statement is signed. */
  const blur = () => {
    const text = JSON.stringify(server.tour.draft.document);
    server.change({ document: JSON.parse(text.replaceAll('"hall"', '"blurred"')) });
  };

  beforeEach(async () => {
    for (const asset of ['hall', 'kitchen'])
      store.change((before) => addScene(before, aFile(asset)), { label: 'Add a scene' });
    await pass(1_000);
  });

  it('is no conflict: it takes its place in what is not saved yet', async () => {
    blur();
    store.change((before) => renameScene(before, 'hall', 'Lobby'), { label: 'Rename' });
    await pass(2_000);
    expect(state()).toBe('saved');
    expect(server.tour.draft.document?.scenes[0]).toMatchObject({ media: 'blurred', title: 'Lobby' });
    store.undo();
    expect(media()).toEqual(['blurred', 'kitchen']);
  });

  it('does not keep a saved draft from being published', async () => {
    blur();
    const revisions: number[] = [];
    const publish = async (revision: number) => {
      revisions.push(revision);
      await server.save({ patch: {}, revision });
      return server.tour;
    };
    expect(await store.perform(publish)).toBe(true);
    expect(revisions).toHaveLength(2);
  });

  it('takes its place in the steps of undo of a draft that is looked at again', async () => {
    store.change((before) => renameScene(before, 'kitchen', 'Galley'), { label: 'Rename' });
    store.undo();
    await pass(1_000);
    blur();
    store.refresh(server.tour);
    store.redo();
    expect(media()).toEqual(['blurred', 'kitchen']);
  });

  it('is one where somebody has changed something else too', async () => {
    blur();
    server.change({ city: 'Porto' });
    type('Mine');
    await pass(1_000);
    expect(state()).toBe('conflict');
  });
});

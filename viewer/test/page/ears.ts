import type { Scene } from '../../src/index.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 10));

/** The power of what an analyser heard last. */
function powerAt(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return samples.reduce((sum, sample) => sum + sample ** 2, 0);
}

/** @returns how many decibels louder a tone is on the right, once the analysers heard nothing but what the panner does now */
async function louderRightThrough(panner: PannerNode): Promise<number> {
  const { context } = panner;
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  const ears = [0, 1].map((channel) => {
    const analyser = new AnalyserNode(context, { fftSize: 8192 });
    splitter.connect(analyser, channel);
    return analyser;
  });
  const source = new OscillatorNode(context, { frequency: 1500 });
  source.connect(panner).connect(splitter);
  source.start();
  const heard = context.currentTime + 0.3;
  while (context.currentTime < heard) await later();
  const [left = 0, right = 0] = ears.map(powerAt);
  source.stop();
  panner.disconnect();
  return 10 * Math.log10(right / left);
}

let context: AudioContext | undefined;

/**
 * A context that has the filters of a head. Browsers load them with the first panner, and both ears hear the same until then. An
 * OfflineAudioContext would be quicker, but that of Chromium can wait for its filters forever.
 */
async function hearingContext(): Promise<AudioContext> {
  if (context) return context;
  const created = new AudioContext();
  const right = () => new PannerNode(created, { panningModel: 'HRTF', positionX: 1, positionZ: 0 });
  while ((await louderRightThrough(right())) < 3) await later();
  context = created;
  return created;
}

/** @returns how many decibels louder a tone from a direction is on the right; radians */
export async function louderRight(at: number, yaw: number, pose?: readonly number[]): Promise<number> {
  const { createPanner, turnListener } = await import('../../src/sound/space.ts');
  const hearing = await hearingContext();
  turnListener(hearing.listener, yaw, 0);
  return louderRightThrough(createPanner(hearing, { yaw: at, pitch: 0 }, pose as Scene['pose']));
}

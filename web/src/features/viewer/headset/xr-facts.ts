/// <reference types="webxr" />

/** Lines of a report: what was asked, and the answer. */
export type Facts = [question: string, answer: string][];

const MODES = ['inline', 'immersive-vr', 'immersive-ar'] as const;
const SPACES = ['viewer', 'local', 'local-floor', 'bounded-floor', 'unbounded'] as const;
/** Whatever a session may have; the viewer itself asks for `hand-tracking` alone. */
const FEATURES = ['local-floor', 'bounded-floor', 'unbounded', 'hand-tracking', 'layers'];

const yes = (answer: boolean) => (answer ? 'yes' : 'no');

/** What a call answers, or the name of what it throws. */
async function answerTo(ask: () => unknown): Promise<string> {
  try {
    const answer = await ask();
    return typeof answer === 'boolean' ? yes(answer) : String(answer ?? 'unknown');
  } catch (error) {
    return error instanceof Error ? error.name : 'refused';
  }
}

/** What the browser says without a session. @param way how the viewer would show the tour in a headset */
export async function browserFacts(way: string): Promise<Facts> {
  const { xr } = navigator;
  const { featurePolicy }: { featurePolicy?: { allowsFeature(name: string): boolean } } = document as object;
  const modes = MODES.map(
    async (mode): Promise<Facts[number]> => [
      `session ${mode}`,
      xr ? await answerTo(() => xr.isSessionSupported(mode)) : 'no',
    ],
  );
  return [
    ['the viewer’s way', way],
    ['user agent', navigator.userAgent],
    ['screen', `${screen.width} x ${screen.height}, ${devicePixelRatio} pixels a point`],
    ['touch points', String(navigator.maxTouchPoints)],
    ['secure context', yes(isSecureContext)],
    ['in a frame', yes(window.self !== window.top)],
    [
      'policy allows WebXR',
      featurePolicy ? yes(featurePolicy.allowsFeature('xr-spatial-tracking')) : 'unknown',
    ],
    ['WebXR', yes(xr !== undefined)],
    ...(await Promise.all(modes)),
    ['offers sessions itself', yes(xr !== undefined && 'offerSession' in xr)],
    ['layers', yes('XRMediaBinding' in window)],
    ['motion sensors', yes('DeviceOrientationEvent' in window)],
    ...graphicsFacts(),
  ];
}

function graphicsFacts(): Facts {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return [['WebGL 2', 'no']];
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const facts: Facts = [
    ['WebGL 2', 'yes'],
    ['renderer', String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))],
    ['texture size', String(gl.getParameter(gl.MAX_TEXTURE_SIZE))],
    ['texture layers', String(gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS))],
    ['renderbuffer size', String(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE))],
    ['multiview', yes(gl.getSupportedExtensions()?.includes('OVR_multiview2') === true)],
  ];
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return facts;
}

/** Waits for a session's controllers and hands, which come after it; not long, since there may be none. */
const inputsSettled = (session: XRSession) =>
  new Promise<unknown>((resolve) => {
    session.addEventListener('inputsourceschange', resolve, { once: true });
    setTimeout(resolve, 1000);
  });

/** Begins a session, asks it, and ends it. Call from a press. Never throws: a refusal is a line, too. */
export async function sessionFacts(): Promise<Facts> {
  let session: XRSession | undefined;
  const begun = await answerTo(async () => {
    session = await navigator.xr?.requestSession('immersive-vr', { optionalFeatures: FEATURES });
    return session !== undefined;
  });
  const facts: Facts = [['session begun', begun]];
  if (!session) return facts;
  const running = session as XRSession;
  for (const space of SPACES)
    facts.push([
      `reference space ${space}`,
      await answerTo(async () => (await running.requestReferenceSpace(space)) !== undefined),
    ]);
  await inputsSettled(running);
  facts.push(
    ['enabled features', running.enabledFeatures?.join(', ') || 'unknown'],
    ['frame rates', running.supportedFrameRates?.join(', ') || 'unknown'],
    ['blend mode', running.environmentBlendMode ?? 'unknown'],
    ['interaction mode', running.interactionMode ?? 'unknown'],
    ['native scale', await answerTo(() => XRWebGLLayer.getNativeFramebufferScaleFactor(running))],
    ...Array.from(running.inputSources ?? [], ({ handedness, targetRayMode, profiles }): Facts[number] => [
      `input ${handedness}`,
      `${targetRayMode}, ${profiles.join(' ') || 'no profile'}`,
    ]),
  );
  await running.end().catch(() => undefined);
  return facts;
}

import { Site } from '@oriel/contract';

/** The text of the light themes. */
export const INK = '#2a2117';

/** A colour such as `#bf8f2c`. */
export type Colour = string;

const channels = (colour: Colour): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance as WCAG 2 defines it, from 0 to 1. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio as WCAG 2 defines it: 1 is none, 4.5 is legible text, 21 is black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colours. @param share how much of the second one, from 0 to 1 */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const added = channels(other);
  const mixed = channels(one).map((channel, at) =>
    Math.round(channel + ((added[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour itself if it is legible on all backgrounds, else the nearest mix with `towards` that is.
 *
 * @param towards black or white, whichever contrasts with the backgrounds
 * @param least the required contrast ratio
 */
export function legible(
  colour: Colour,
  backgrounds: readonly Colour[],
  towards: Colour,
  least: number,
): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, towards, share);
    if (backgrounds.every((background) => contrast(mixed, background) >= least)) return mixed;
  }
  return towards;
}

/** The text colour for a surface: ink if legible, else white or black. */
export function textColourOn(surface: Colour): Colour {
  const choices = ['#1d1507', '#ffffff', '#000000'];
  return choices.find((colour) => contrast(colour, surface) >= 4.5) ?? '#000000';
}

/** Dark text and softer shades of it stand on the background. */
const MIN_TEXT_CONTRAST = 11;
/** Below this an accent is hardly visible on the page. */
const MIN_ACCENT_CONTRAST = 1.5;
const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text);

/** The two colours of a site. Refuses colours whose themes would not be legible. */
export const SiteColours = Site.shape.colours.superRefine(({ gold, cream }, context) => {
  if (!isColour(cream)) return;
  const refuse = (field: string, ratio: number, least: number, reason: string) =>
    context.addIssue({
      code: 'custom',
      path: [field],
      message: `${reason} (a contrast of ${ratio.toFixed(1)} to 1; at least ${least} to 1 is needed)`,
    });
  const text = contrast(INK, cream);
  if (text < MIN_TEXT_CONTRAST)
    refuse('cream', text, MIN_TEXT_CONTRAST, 'is too dark for text; choose a lighter colour');
  if (!isColour(gold)) return;
  const accent = Math.min(contrast(gold, cream), contrast(gold, '#ffffff'));
  if (accent < MIN_ACCENT_CONTRAST)
    refuse('gold', accent, MIN_ACCENT_CONTRAST, 'can hardly be seen on light pages; choose a darker colour');
});

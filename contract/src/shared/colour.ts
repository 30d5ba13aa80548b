/** A colour such as `#bf8f2c`. */
export type Colour = string;

const channels = (colour: Colour): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** How light a colour is, from 0 to 1, as WCAG 2 counts it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 counts it: 1 is none, 4.5 can be read, 21 is black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param share how much of the second colour, from 0 to 1 */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const added = channels(other);
  const mixed = channels(one).map((channel, at) =>
    Math.round(channel + ((added[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour itself where it can be read on all of the backgrounds; else as much of another one mixed in as it takes.
 *
 * @param towards black or white, whichever is away from the backgrounds
 * @param least the contrast that is needed
 */
export function readable(
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

/** What letters on a surface of some colour are written in: the ink if it can be read there, else white or black. */
export function letteringOn(surface: Colour): Colour {
  const choices = ['#1d1507', '#ffffff', '#000000'];
  return choices.find((colour) => contrast(colour, surface) >= 4.5) ?? '#000000';
}

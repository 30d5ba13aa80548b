/** The `sizes` attribute of pictures in a `catalogue` of `ui/card-grid`: a fourth, a third, half or all of the page. */
export const CARD_SIZES = '(min-width: 79rem) 20rem, (min-width: 59rem) 30vw, (min-width: 39rem) 45vw, 92vw';

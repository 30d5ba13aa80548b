/** The built page for a folder below its own, with data in its HTML as the product's server writes them. */
export const embed = (page, id, json) =>
  page
    .replaceAll('./assets/', '../assets/')
    .replace('<div id="viewer">', `<script type="application/json" id="${id}">${json}</script>$&`);

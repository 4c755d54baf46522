/**
 * The anchor of a heading, as code hosts make it: the same links work there and on the site.
 * @param heading without its Markdown
 */
export const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

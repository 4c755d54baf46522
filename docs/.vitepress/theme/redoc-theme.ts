/** The colours of `style.css` for Redoc, which computes shades of them and so takes no CSS variable. */
const COLORS = {
  light: {
    back: '#ffffff',
    soft: '#f6f6f8',
    text: '#17171c',
    faint: '#62626d',
    line: '#e8e8e9',
    brand: '#2f62e6',
    red: '#b3261e',
    green: '#1a7f4b',
  },
  dark: {
    back: '#0f0f12',
    soft: '#19191d',
    text: '#f4f4f6',
    faint: '#a5a5b0',
    line: '#27272a',
    brand: '#86aaff',
    red: '#ff8a80',
    green: '#5fd39a',
  },
}
/** Examples are coloured for a dark ground in both themes. */
const CODE = '#19191d'
const SANS = '"Geist Variable", system-ui, -apple-system, "Segoe UI", sans-serif'
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace'

/** Options of Redoc in the colours of this site. */
export function redocOptions(isDark: boolean) {
  const { back, soft, text, faint, line, brand, red, green } = COLORS[isDark ? 'dark' : 'light']
  const response = (color: string) => ({
    color,
    backgroundColor: soft,
    tabTextColor: isDark ? color : '#f4f4f6',
  })
  return {
    // Its search runs in a worker from a `blob:` address, which the policy refuses. The site’s own search finds operations.
    disableSearch: true,
    nativeScrollbars: true,
    hideDownloadButtons: true,
    requiredPropsFirst: true,
    jsonSamplesExpandLevel: 3,
    scrollYOffset: () => document.querySelector('.VPNav')?.clientHeight ?? 0,
    theme: {
      breakpoints: { small: '50rem', medium: '80rem', large: '90rem' },
      colors: {
        primary: { main: brand },
        success: { main: green },
        error: { main: red },
        text: { primary: text, secondary: faint },
        border: { light: line, dark: line },
        gray: { 50: soft, 100: soft },
        responses: {
          success: response(green),
          error: response(red),
          redirect: response(faint),
          info: response(brand),
        },
      },
      schema: {
        nestedBackground: soft,
        linesColor: line,
        typeNameColor: faint,
        typeTitleColor: faint,
        requireLabelColor: red,
        arrow: { color: faint },
      },
      typography: {
        fontSize: '16px',
        lineHeight: '1.6',
        fontFamily: SANS,
        headings: { fontFamily: SANS, fontWeight: '600' },
        code: { fontFamily: MONO, fontSize: '14px', color: text, backgroundColor: soft, wrap: true },
        links: { color: brand, visited: brand, hover: brand },
      },
      sidebar: { width: '288px', backgroundColor: soft, textColor: text, activeTextColor: brand },
      rightPanel: {
        backgroundColor: isDark ? CODE : '#26262c',
        textColor: '#f4f4f6',
        servers: { overlay: { backgroundColor: back, textColor: text }, url: { backgroundColor: soft } },
      },
      codeBlock: { backgroundColor: CODE },
      fab: { backgroundColor: soft, color: text },
    },
  }
}

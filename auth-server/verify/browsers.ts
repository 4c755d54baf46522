/** What a browser says that it is. A server that gives one of them other files gives them to us too. */
export const BROWSERS = {
  Chromium: {
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'sec-ch-ua': '"Chromium";v="150", "Google Chrome";v="150", "Not)A;Brand";v="24"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
  },
  Firefox: {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  },
  Safari: {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>
export type Browser = keyof typeof BROWSERS

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** As what a browser asks for a file (Fetch Metadata): by what loads it, and from where. */
const ASKED_AS = {
  frame: {
    Accept: HTML,
    ...{ 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' },
  },
  window: {
    Accept: HTML,
    ...{ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' },
  },
  page: {
    Accept: HTML,
    ...{ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' },
  },
  'site script': {
    Accept: '*/*',
    ...{ 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' },
  },
  script: {
    Accept: '*/*',
    ...{ 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' },
  },
  worker: {
    Accept: '*/*',
    ...{ 'Sec-Fetch-Dest': 'worker', 'Sec-Fetch-Mode': 'same-origin', 'Sec-Fetch-Site': 'same-origin' },
  },
  style: {
    Accept: 'text/css,*/*;q=0.1',
    ...{ 'Sec-Fetch-Dest': 'style', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Site': 'same-origin' },
  },
  font: {
    Accept: '*/*',
    ...{ 'Sec-Fetch-Dest': 'font', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' },
  },
  data: {
    Accept: 'application/json',
    ...{ 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' },
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>
export type AskedAs = keyof typeof ASKED_AS

/** The headers of a browser's request. @param site the page that embeds the wallet, where there is one */
export function headersOf(browser: Browser, as: AskedAs, site: string | null): Record<string, string> {
  const isOfSite = site !== null && (as === 'frame' || as === 'site script')
  return {
    ...BROWSERS[browser],
    ...ASKED_AS[as],
    'Accept-Language': 'en-US,en;q=0.9',
    'Accept-Encoding': 'gzip, deflate, br',
    ...(isOfSite && { Referer: `${site}/` }),
    ...(isOfSite && as === 'site script' && { Origin: site }),
  }
}

/** As what a browser asks for a file of a build. @param path below the wallet origin */
export function askedAs(path: string): AskedAs {
  if (path.endsWith('.css')) return 'style'
  if (path.endsWith('.woff2')) return 'font'
  if (path.startsWith('/assets/worker/worker-')) return 'worker'
  if (/^\/vitrine[\w-]*\.m?js$/.test(path)) return 'site script'
  return path.endsWith('js') ? 'script' : 'page'
}

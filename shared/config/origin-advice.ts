import { parseUrl } from '../parse-url.ts'

/**
 * How an origin that is not in the form of browsers is written, and why: a sentence without its full stop.
 * @param example for what is no address at all
 */
export function originAdvice(written: unknown, example: string): string {
  const url = typeof written === 'string' ? parseUrl(written) : null
  if (!url || !/^https?:$/.test(url.protocol)) return `Write an origin such as ${example}, without a path`
  const { origin, host } = url
  const given = String(written).trim()
  const why = [
    /[^\x21-\x7e]/.test(given) ? `browsers write the host as ${host}` : '',
    /:(?:443|80)(?![\d])/.test(given.slice(8)) && url.port === '' ? 'browsers leave out the usual port' : '',
    given.replace(/^[a-z]+:\/\//i, '').includes('/') ? 'an origin has no path and no trailing slash' : '',
  ].filter(reason => reason !== '')
  return `Write ${origin}: ${why.join(', and ') || 'scheme, host and port alone, in lower case'}`
}

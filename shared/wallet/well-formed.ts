/**
 * `canonicalize` asks each string whether it is well formed, which Firefox cannot answer before 119 (`bridge/browsers.ts`). This module is
 * for documents of the wallet alone: a page of a site keeps the globals that it has.
 */
if (!('isWellFormed' in String.prototype))
  Object.defineProperty(String.prototype, 'isWellFormed', {
    configurable: true,
    writable: true,
    value(this: string) {
      return !/\p{Cs}/u.test(this)
    },
  })

/** Properties that at least one of the oldest browsers (`shared/bridge/browsers.ts`) lacks, by the object that has them. */
export interface NewerApis {
  /** An expression of the page: a global object, or the prototype of one. */
  readonly owner: string
  readonly names: readonly string[]
}

const TYPED_ARRAY = 'Object.getPrototypeOf(Uint8Array.prototype)'
const ITERATOR = 'Object.getPrototypeOf(Object.getPrototypeOf([].values()))'

/** The APIs that those browsers lack, and that a library or our own code could take for granted. */
export const NEWER_APIS: readonly NewerApis[] = [
  {
    owner: 'globalThis',
    names: [
      ...['Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'CloseWatcher'],
      'fetchLater',
    ],
  },
  { owner: 'AbortSignal', names: ['any'] },
  { owner: 'URL', names: ['canParse', 'parse'] },
  { owner: 'Promise', names: ['withResolvers', 'try'] },
  { owner: 'Array', names: ['fromAsync'] },
  { owner: 'Object', names: ['groupBy'] },
  { owner: 'Map', names: ['groupBy'] },
  { owner: 'Response', names: ['json'] },
  { owner: 'RegExp', names: ['escape'] },
  { owner: 'Error', names: ['isError'] },
  { owner: 'Math', names: ['f16round', 'sumPrecise'] },
  { owner: 'JSON', names: ['rawJSON', 'isRawJSON'] },
  { owner: 'Intl', names: ['Segmenter', 'DurationFormat'] },
  { owner: 'Uint8Array', names: ['fromBase64', 'fromHex'] },
  { owner: 'Uint8Array.prototype', names: ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'] },
  { owner: 'Array.prototype', names: ['toSorted', 'toReversed', 'toSpliced', 'with'] },
  { owner: TYPED_ARRAY, names: ['toSorted', 'toReversed', 'with'] },
  { owner: 'String.prototype', names: ['isWellFormed', 'toWellFormed'] },
  {
    owner: 'Set.prototype',
    names: [
      ...['union', 'intersection', 'difference', 'symmetricDifference'],
      ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    ],
  },
  {
    owner: ITERATOR,
    names: [
      ...[
        'map',
        'filter',
        'take',
        'drop',
        'flatMap',
        'reduce',
        'toArray',
        'forEach',
        'some',
        'every',
        'find',
      ],
    ],
  },
  { owner: 'URLSearchParams.prototype', names: ['size'] },
  { owner: 'Headers.prototype', names: ['getSetCookie'] },
  { owner: 'Response.prototype', names: ['bytes'] },
  { owner: 'ReadableStream.prototype', names: ['values'] },
  { owner: 'globalThis.Navigator?.prototype', names: ['userActivation'] },
  { owner: 'globalThis.Element?.prototype', names: ['moveBefore', 'checkVisibility'] },
  { owner: 'globalThis.HTMLElement?.prototype', names: ['showPopover', 'hidePopover', 'togglePopover'] },
  { owner: 'globalThis.Document?.prototype', names: ['startViewTransition'] },
  {
    owner: 'globalThis.PublicKeyCredential',
    names: ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON', 'getClientCapabilities'],
  },
  { owner: 'globalThis.PublicKeyCredential?.prototype', names: ['toJSON'] },
]

/** A script that takes them away from a page or a worker, before any code of it runs. */
export const REMOVE_NEWER_APIS = [
  // The prototypes of iterators and typed arrays have no name: they are found before anything is removed.
  `for (const [owner, names] of [${NEWER_APIS.map(
    ({ owner, names }) => `[${owner}, ${JSON.stringify(names)}]`,
  ).join(', ')}])`,
  '  for (const name of names) if (owner) Reflect.deleteProperty(owner, name)',
  '',
].join('\n')

import type { Guard } from './guards.ts'

const STAND = { file: 'frame-app/kernel/inline/stand.ts', tests: ['frame-app/kernel/inline/stand.test.ts'] }
const HEIGHT = { ...STAND, file: 'frame-app/kernel/inline/height.ts' }
const PLACE = {
  file: 'frame-app/kernel/waiting/inline-place.ts',
  tests: ['frame-app/kernel/waiting/inline-place.test.ts'],
}
const CALL = {
  file: 'frame-app/kernel/waiting/read-call.ts',
  tests: ['frame-app/kernel/waiting/read-call.test.ts'],
}
const HOST = { file: 'host-sdk/show-inline.ts', tests: ['host-sdk/show-inline.test.ts'] }

/** What keeps approvals, keys and second factors out of an element of the page, and what the page learns of what stands there. */
export const INLINE_GUARDS: readonly Guard[] = [
  {
    ...STAND,
    name: 'a kind of request stands in the page only where its rules say so',
    find: 'REQUESTS[ofKind].inline && ',
    replace: '',
  },
  {
    ...STAND,
    name: 'a dialog of no request stands nowhere in the page',
    find: 'shell?.open && ofKind && REQUESTS[ofKind].inline',
    replace: 'shell && (!ofKind || REQUESTS[ofKind].inline)',
  },
  {
    ...STAND,
    name: 'a screen with a guarded button goes above the page',
    find: '[data-guarded], ',
    replace: '',
  },
  {
    ...STAND,
    name: 'a screen with keys in the clear goes above the page',
    find: ', [role=dialog] iframe)',
    replace: ')',
  },
  {
    ...STAND,
    name: 'the question after a second factor goes above the page',
    find: ', [data-guarded-card] > [hidden]',
    replace: '',
  },
  {
    ...STAND,
    name: 'a screen that is covered later is looked at again',
    find: "attributeFilter: ['hidden', 'data-guarded']",
    replace: "attributeFilter: ['data-guarded']",
  },
  {
    ...STAND,
    name: 'a button that is guarded later is looked at again',
    find: "attributeFilter: ['hidden', 'data-guarded']",
    replace: "attributeFilter: ['hidden']",
  },
  {
    ...STAND,
    name: 'what was above the page stays there until the account is at home',
    find: 'else if (document.querySelector(HOME)) isHeldAbove = false',
    replace: 'else isHeldAbove = false',
  },
  {
    ...STAND,
    name: 'a new title brings nothing back into the page',
    find: 'if (!next.open || kind !== ofKind) {',
    replace: 'if (true) {',
  },
  {
    ...STAND,
    name: 'the height does not fall with what somebody opens and closes',
    find: 'Math.max(highest, inlineHeight(scroller))',
    replace: 'inlineHeight(scroller)',
  },
  {
    ...STAND,
    name: 'a place that ends has what stands there left',
    find: 'if (wasInline) document.dispatchEvent(',
    replace: 'if (false) document.dispatchEvent(',
  },
  {
    ...STAND,
    name: 'what cannot be left when its place ends goes above the page',
    find: 'if (wasInline && shell?.open) notices.send(',
    replace: 'if (false) notices.send(',
  },
  {
    ...HEIGHT,
    name: 'the page is told of no height above the bound',
    find: 'Math.min(most, ',
    replace: '(',
  },
  {
    ...STAND,
    name: 'the page is told of no height below the bound',
    find: '      highest = INLINE_HEIGHT.least',
    replace: '      highest = 0',
  },
  {
    ...HEIGHT,
    name: 'the page is told of heights in whole steps',
    find: 'Math.ceil(needed / step) * step',
    replace: 'needed',
  },
  {
    ...PLACE,
    name: 'a place that ends while its code comes is none in the frame',
    find: 'if (!isWanted || stand) return',
    replace: 'if (stand) return',
  },
  {
    ...PLACE,
    name: 'a place that is given twice is one in the frame',
    find: 'if (!isWanted || stand) return',
    replace: 'if (!isWanted) return',
  },
  {
    ...CALL,
    name: 'what a page says of its element is one boolean',
    find: 'Object(params)[0] === true',
    replace: 'Object(params)[0]',
  },
  {
    ...CALL,
    name: 'what a page says of its element comes by one provider',
    find: "method === 'ethereumRequest' && name === INLINE_PLACE",
    replace: 'name === INLINE_PLACE',
  },
  {
    ...HOST,
    name: 'what the frame does not say may stand in the page opens above it',
    find: "view.inline === undefined ? 'above' : visible",
    replace: 'visible',
  },
  {
    ...HOST,
    name: 'the end of an element that another has followed changes nothing',
    find: 'if (place === element) settle',
    replace: 'settle',
  },
  {
    ...HOST,
    name: 'an element that is taken out of the page is no place any more',
    find: 'if (place && !place.isConnected) return',
    replace: 'if (false) return',
  },
  {
    ...HOST,
    name: 'a frame that is loaded anew is told of the element',
    find: 'if (place) void tell()',
    replace: '',
  },
  {
    ...HOST,
    name: 'nothing opens before the frame has heard of the element',
    find: 'void Promise.race([told, pause(ANSWER_LIMIT_MS, shell.signal)]).then(apply)',
    replace: 'apply()',
  },
]

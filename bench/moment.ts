import type { Frame, Page } from '@playwright/test'

/** Text of an expression: ms on a clock that two documents can compare, since both count from the machine's. */
export const NOW = '(performance.timeOrigin + performance.now())'

/** Waits until scripts of the document have put a moment, in ms, into this property of the window. */
export async function moment(document: Frame | Page, property: string): Promise<number> {
  // A function and not its text, which the frame's Content Security Policy would not let run.
  const handle = await document.waitForFunction(
    name => Reflect.get(window, name) as number | undefined,
    property,
  )
  return Number(await handle.jsonValue())
}

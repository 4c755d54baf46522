import { expect } from '@playwright/test'
import type { SitePage } from '../fixtures/host-server.ts'
import type { Stack } from '../fixtures/stack.ts'
import type { Device, Tab, Where } from './engine.ts'

/** How a call of the site ended. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string }

export interface VisitOptions extends SitePage {
  /** More attributes of the script tag. */
  readonly tag?: string
  /** A tab that is open already. */
  readonly tab?: Tab
}

/** A control's text without the parts that are hidden from assistive technology, or its label. */
const NAME = `it => {
  const label = it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent
  if (label) return label.trim()
  const copy = it.cloneNode(true)
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent.trim()
}`
/** An expression for the first visible control with this name. A string is the whole name. */
const control = (selector: string, name: string | RegExp) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find(it => it.getClientRects().length > 0 && ` +
  `${typeof name === 'string' ? `${JSON.stringify(name)} === (${NAME})(it)` : `${name}.test((${NAME})(it))`})`
export const button = (name: string | RegExp) => control('button', name)
export const field = (name: string) => control('input', name)
/** Nothing moves that would be elsewhere by the time it is pressed. */
const STILL = `document.getAnimations().every(({ playState, effect }) =>
  playState !== 'running' || !Number.isFinite(effect.getComputedTiming().endTime))`

/** The page's button. */
export const ACT = 'document.getElementById("act")'
/** A statement that makes a call of the site, whose end the page keeps. */
export const settle = (call: string) => `(${call}).then(
  value => { window.outcome = { ok: true, value } }, ({ code }) => { window.outcome = { ok: false, code } })`

/** A user on a page of a site that has Vitrine's script tag, in any engine. */
export class Visitor {
  readonly tab: Tab
  readonly stack: Stack
  readonly url: string

  private constructor(tab: Tab, stack: Stack, url: string) {
    this.tab = tab
    this.stack = stack
    this.url = url
  }

  /** Opens a page of the site in a new tab, and waits until Vitrine is ready. */
  static async open(device: Device, stack: Stack, options: VisitOptions = {}): Promise<Visitor> {
    const { head = '', body = '', tag = '', headers, csp } = options
    const script = `<script src="${stack.wallet.origin}/vitrine.js" data-app-id="${stack.app.id}" async ${tag}></script>`
    const path = stack.site.publish({
      ...(headers && { headers }),
      ...(csp && { csp }),
      head: `<meta name="viewport" content="width=device-width">${head}${script}`,
      body: `<button id="act">Act</button>${body}`,
    })
    const visitor = new Visitor(options.tab ?? (await device.open()), stack, stack.site.crossSite + path)
    await visitor.load()
    return visitor
  }

  /** Loads the page, or loads it again. */
  async load(): Promise<void> {
    await this.tab.goto(this.url)
    await this.ready()
  }

  async ready(): Promise<void> {
    await this.page('while (!window.vitrine) await new Promise(requestAnimationFrame); await vitrine.ready')
  }

  /** Runs the body of an async function in the page. */
  page<T>(body: string): Promise<T> {
    return this.tab.run('page', body)
  }

  /** Waits until an expression holds in a document. */
  async until(where: Where, expression: string): Promise<void> {
    await expect
      .poll(() => this.tab.run(where, `return Boolean(${expression})`).catch(() => false), {
        message: `${where}: ${expression}`,
      })
      .toBe(true)
  }

  /** Waits until a text stands in a document. */
  sees(text: string, where: Where = 'frame'): Promise<void> {
    return this.until(
      where,
      `document.body.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(text)})`,
    )
  }

  /** Waits until the dialog is closed; the success confirmation closes itself. */
  closed(): Promise<void> {
    return this.until('page', 'document.querySelector("dialog[open]") === null')
  }

  /**
   * Makes a call of the site by a press of the page's button.
   * @param call an expression for a promise, such as `vitrine.login()`
   * @param press presses the button, in another way than by pointer
   * @returns what waits for the end of the call
   */
  async act<T = unknown>(
    call: string,
    press = () => this.tab.press('page', `return ${ACT}`),
  ): Promise<() => Promise<Outcome<T>>> {
    await this.closed()
    await this.page(`window.outcome = undefined; ${ACT}.onclick = () => { ${settle(call)} }`)
    await press()
    return () => this.outcome<T>()
  }

  /** Waits for the end of the call that the page made last. */
  async outcome<T>(): Promise<Outcome<T>> {
    await this.until('page', 'window.outcome')
    return this.page('return outcome')
  }

  /** Presses a button once it is enabled and at rest. */
  async press(name: string | RegExp, where: Where = 'frame'): Promise<void> {
    await this.until(where, `${button(name)}?.disabled === false && ${STILL}`)
    await this.tab.press(where, `return ${button(name)}`)
  }

  /** Presses a login option, behind "More options" where the login screen has it there. */
  async choose(name: string): Promise<void> {
    const more = button('More options')
    await this.until('frame', `${button(name)} || ${more}`)
    if (!(await this.tab.run('frame', `return Boolean(${button(name)})`))) await this.press('More options')
    await this.press(name)
  }

  /** Presses a field and types into it. */
  async fill(name: string, text: string, where: Where = 'frame'): Promise<void> {
    await this.until(where, `${field(name)} && ${STILL}`)
    await this.tab.press(where, `return ${field(name)}`)
    await this.until(where, `document.activeElement === ${field(name)}`)
    await this.tab.type(text)
  }

  /**
   * Types without a press, once a field is there: the focus has to be in it by itself. WebKit does not say where the focus is
   * before the first key, so the end of the call shows whether the text arrived.
   */
  async type(name: string, text: string): Promise<void> {
    await this.until('frame', `${field(name)} && ${STILL}`)
    await this.tab.type(text)
  }

  /** From the login screen to the code that the mail brings. */
  async enterEmail(address: string): Promise<void> {
    await this.fill('Email', `${address}\n`)
    await this.fill('Verification code', await this.stack.mailbox.waitForCode(address))
  }

  /** Proves a login method that the user has. */
  async confirm(address: string): Promise<void> {
    await this.press(`Send a code to ${address}`)
    await this.fill('Verification code', await this.stack.mailbox.waitForCode(address))
  }
}

/** @throws Error with the code of a call that failed */
export async function succeeded<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const it = await outcome
  if (!it.ok) throw new Error(`The call failed: ${it.code}`)
  return it.value
}

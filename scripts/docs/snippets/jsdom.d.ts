/** What the snippets' check asks of jsdom, which brings no declarations. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly includeNodeLocations?: boolean })
    readonly window: { readonly document: Document }
    nodeLocation(node: Node): { readonly startLine: number } | null
  }
}

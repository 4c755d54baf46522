import { useData, withBase } from 'vitepress'
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from 'vue'
import { redocOptions } from './redoc-theme.ts'

declare global {
  interface Window {
    readonly Redoc?: {
      init(document: object, options: object, element: Element, done?: (error?: Error) => void): void
    }
  }
}

interface Document {
  readonly info: object
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[] }>>>>
}

/** Redoc draws a whole document at once, and takes many seconds for all of it, so a page shows the operations of one tag. */
function onlyTag(document: Document, tag: string): Document {
  const paths = Object.entries(document.paths).map(([path, verbs]) => [
    path,
    Object.fromEntries(
      Object.entries(verbs)
        .filter(([, operation]) => operation.tags?.includes(tag))
        // Redoc makes a group of a tag, and the reader has to open it.
        .map(([verb, operation]) => [verb, { ...operation, tags: [] }]),
    ),
  ])
  const description = document.tags.find(({ name }) => name === tag)?.description ?? ''
  return {
    ...document,
    info: { ...document.info, title: `HTTP API: ${tag}`, description },
    tags: [],
    paths: Object.fromEntries(paths.filter(([, verbs]) => Object.keys(verbs).length > 0)),
  }
}

/** The reference of the HTTP API: the operations of a tag in `openapi.json`, drawn by Redoc in the browser. */
export const HttpReference = defineComponent({
  props: { tag: { type: String, required: true } },
  setup({ tag }) {
    const { isDark } = useData()
    const holder = ref<HTMLElement>()
    const failure = ref('')
    let description: Document | undefined

    function draw(): void {
      if (!description) return
      // Redoc cannot change its theme, so each theme gets an element of its own.
      const element = document.createElement('div')
      holder.value?.replaceChildren(element)
      window.Redoc?.init(description, redocOptions(isDark.value), element, error => {
        if (error) failure.value = 'The API description did not load. Reload the page.'
      })
    }

    const script = () =>
      new Promise<void>((resolve, reject) => {
        if (window.Redoc) return resolve()
        const element = Object.assign(document.createElement('script'), {
          src: withBase('/redoc/redoc.standalone.js'),
          onload: () => resolve(),
          onerror: reject,
        })
        document.head.append(element)
      })

    let isOpen = true
    onMounted(async () => {
      try {
        const [answer] = await Promise.all([fetch(withBase('/openapi.json')), script()])
        description = onlyTag(await answer.json(), tag)
      } catch {
        failure.value = 'The reference did not load. Reload the page.'
        return
      }
      if (isOpen) draw()
    })
    watch(isDark, draw)
    onBeforeUnmount(() => {
      isOpen = false
    })

    return () =>
      h('div', { class: 'http-reference' }, [
        failure.value && h('p', { role: 'alert' }, failure.value),
        h('div', { ref: holder }),
      ])
  },
})

// Without its own typefaces: the pages have the wallet's.
import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { HttpReference } from './http-reference.ts'
import '@fontsource-variable/geist/wght.css'
import './style.css'

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('HttpReference', HttpReference)
  },
} satisfies Theme

// Without its own typefaces: the pages have the wallet's.
import theme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/geist/wght.css'
import './style.css'

export default theme

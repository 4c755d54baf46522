// Runs before the wallet's script: its dialog follows the page's light or dark look.
const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
Object.assign(window, { vitrineConfig: { appearance: { theme } } })

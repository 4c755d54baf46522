import { createVitrine } from '@vitrine/host-sdk'

declare global {
  interface Window {
    /** Where the wallet is, as the page was told. */
    readonly place: { readonly appId: string; readonly walletOrigin: string }
  }
}

/** The smallest page: one button, and what came of it. */
const vitrine = createVitrine(window.place)
const button = document.body.appendChild(document.createElement('button'))
const output = document.body.appendChild(document.createElement('output'))

vitrine.subscribe(() => {
  output.textContent = vitrine.state.user?.email?.address ?? ''
})
button.textContent = 'Log in'
button.onclick = () => vitrine.login()

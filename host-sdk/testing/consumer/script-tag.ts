import '@vitrine/host-sdk/global'

window.vitrineConfig = { appearance: { theme: 'light' } }

addEventListener('vitrine:loaded', async () => {
  await window.vitrine?.ready
  await window.vitrine?.login()
})

export const second = () => window.Vitrine?.create({ appId: 'app_1' }).state.user?.id

// @ts-expect-error: it is `vitrine`
export const misspelt = () => window.vitrin

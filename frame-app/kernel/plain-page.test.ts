// @vitest-environment jsdom
import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { expect, test } from 'vitest'
import { showPlainPage } from './plain-page.ts'

const app = appConfig.parse({
  id: 'app_test',
  name: '<img src=x onerror=alert(1)>',
  data_classification: 'public',
  verification_key: 'pem',
})

test.each([
  ['top-level', '<img src=x onerror=alert(1)>'],
  ['unlisted', 'npm run vitrine -- app edit app_test'],
  ['mismatch', 'may not use this wallet'],
] as const)('%s is explained as text', (reason, words) => {
  const root = document.createElement('div')
  showPlainPage(root, reason, app)
  expect(root.textContent).toContain(words)
  expect(root.querySelector('img')).toBeNull()
  expect(root.querySelectorAll('h1')).toHaveLength(1)
})

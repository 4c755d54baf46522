import { describe, expect, it } from 'vitest'
import { findBrowser, type Machine } from './find-browser.mjs'

/** A machine on which only the executables of `present` start; what an installer does is given. */
function machineWith(given: Partial<Machine> & { present?: string[] } = {}) {
  const present = new Set(given.present)
  const steps: string[] = []
  const machine: Machine = {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    isDebian: true,
    starts: async path => present.has(path),
    playwrightPath: async () => '/cache/chrome',
    installByPlaywright: async () => steps.push('playwright'),
    installByDebian: async () => steps.push('debian'),
    ...given,
  }
  return { machine, present, steps }
}

describe('findBrowser', () => {
  it('takes CHROMIUM_PATH before all else', async () => {
    const env = { CHROMIUM_PATH: '/opt/chromium', PATH: '/usr/bin' }
    const { machine } = machineWith({ env, present: ['/opt/chromium', '/usr/bin/chromium'] })
    expect(await findBrowser(machine)).toBe('/opt/chromium')
  })

  it('does not fall back silently when CHROMIUM_PATH does not start', async () => {
    const env = { CHROMIUM_PATH: '/opt/gone', PATH: '/usr/bin' }
    const { machine } = machineWith({ env, present: ['/usr/bin/chromium'] })
    await expect(findBrowser(machine)).rejects.toThrow('CHROMIUM_PATH is /opt/gone, which does not start')
  })

  it('takes chromium or google-chrome from the PATH, in its order', async () => {
    const { machine } = machineWith({ present: ['/usr/bin/chromium', '/usr/local/bin/google-chrome'] })
    expect(await findBrowser(machine)).toBe('/usr/local/bin/google-chrome')
  })

  it('takes the headless shell before all others on the PATH', async () => {
    const { machine } = machineWith({
      present: ['/usr/bin/chromium-headless-shell', '/usr/local/bin/chromium'],
    })
    expect(await findBrowser(machine)).toBe('/usr/bin/chromium-headless-shell')
  })

  it("takes Playwright's own when there is none on the PATH, and installs nothing", async () => {
    const { machine, steps } = machineWith({ present: ['/cache/chrome'] })
    expect(await findBrowser(machine)).toBe('/cache/chrome')
    expect(steps).toEqual([])
  })

  it('lets Playwright install one', async () => {
    const { machine, present, steps } = machineWith()
    machine.installByPlaywright = async () => {
      present.add('/cache/chrome')
      return steps.push('playwright')
    }
    expect(await findBrowser(machine)).toBe('/cache/chrome')
    expect(steps).toEqual(['playwright'])
  })

  it("installs Debian's package as root when Playwright could not", async () => {
    const { machine, present, steps } = machineWith({ isRoot: true })
    machine.installByDebian = async () => {
      present.add('/usr/bin/chromium')
      return steps.push('debian')
    }
    expect(await findBrowser(machine)).toBe('/usr/bin/chromium')
    expect(steps).toEqual(['playwright', 'debian'])
  })

  it.each([
    { name: 'without root', isRoot: false, isDebian: true },
    { name: 'on another system', isRoot: true, isDebian: false },
  ])('leaves apt-get alone $name, and says what to do', async on => {
    const { machine, steps } = machineWith(on)
    await expect(findBrowser(machine)).rejects.toThrow(
      'The browser tests need Chromium: install it, or name its executable in CHROMIUM_PATH.',
    )
    expect(steps).toEqual(['playwright'])
  })
})

import { spawnSync } from 'node:child_process'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { chromium } from '@playwright/test'

/** One line about what the numbers were measured on. */
export function describeMachine(): string {
  const processors = cpus()
  const browser = process.env.CHROMIUM_PATH ?? chromium.executablePath()
  const { stdout } = spawnSync(browser, ['--version'], { encoding: 'utf8' })
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? arch()})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    stdout?.trim() || 'no Chromium',
  ].join(' · ')
}

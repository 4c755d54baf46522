import { OLDEST_BROWSERS } from '../../shared/bridge/browsers.ts'

const { safari, chrome, firefox } = OLDEST_BROWSERS

/** Syntax and styles of all that a browser loads. Edge has the versions of Chrome. */
export const BUILD_TARGET = [`safari${safari}`, `chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`]

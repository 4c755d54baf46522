import type { BackendSession, User } from '@vitrine/host-sdk/node'

interface Place {
  readonly appId: string
  readonly walletOrigin: string
}

/** What a person or another server said stands as text, never as markup. */
const asText = (text: string) => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

const nameOf = (user: User) => user.email?.address ?? user.phone?.number ?? user.id

/** @param user whom the page was drawn for: its script compares that with whom the wallet knows */
function page({ appId, walletOrigin }: Place, user: User | null, main: string): string {
  return `<!doctype html>
<html lang="en" data-user="${asText(user?.id ?? '')}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Halden</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script src="${asText(walletOrigin)}/vitrine.js" data-app-id="${asText(appId)}" async></script>
<script src="/session.js" type="module"></script>
<header class="bar">
  <a class="brand" href="/">Halden</a>
  <button id="entry" class="quiet" type="button" disabled>${user ? 'Log out' : 'Log in'}</button>
</header>
<main>${main}<p id="trouble" role="alert" hidden></p></main>`
}

export const startPage = (place: Place, user: User | null) =>
  page(
    place,
    user,
    user
      ? `<h1>Welcome back</h1>
  <p data-testid="greeting">This server knows you: ${asText(nameOf(user))}.</p>
  <p><a href="/account">Your account</a></p>`
      : `<h1>Express</h1>
  <p data-testid="greeting">Log in, and this page’s server knows you by its own cookie.</p>`,
  )

export function accountPage(place: Place, user: User, sessions: readonly BackendSession[]) {
  const wallets = user.linkedAccounts.flatMap(account => (account.type === 'wallet' ? account.address : []))
  const list = (lines: readonly string[]) => `<ul>${lines.map(line => `<li>${line}</li>`).join('')}</ul>`
  return page(
    place,
    user,
    `<h1>Your account</h1>
  <section class="card"><h2>Wallets</h2>${list(wallets.map(address => `<code>${asText(address)}</code>`))}</section>
  <section class="card"><h2>Where you are logged in</h2>${list(
    sessions.map(({ madeWith, usedAt }) => `${asText(madeWith ?? 'A browser')}, ${usedAt.toUTCString()}`),
  )}</section>`,
  )
}

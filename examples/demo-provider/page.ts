import { PEOPLE } from './people.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f6f4, #161616); color: light-dark(#1c1c1a, #eee) }
main { box-sizing: border-box; width: min(25rem, 100% - 2rem); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #222); box-shadow: 0 1px 3px #0003 }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3 }
p { margin: .5rem 0 1.5rem; color: light-dark(#5a5a55, #b4b4ae) }
form { display: grid; gap: .5rem }
button { font: inherit; padding: .75rem 1rem; text-align: start; border: 1px solid light-dark(#d8d8d2, #444); border-radius: .625rem; background: none; color: inherit; cursor: pointer }
button:hover { background: light-dark(#f3f3ef, #2c2c2c) }
button:focus-visible { outline: 2px solid #3b6cf6; outline-offset: 2px }
small { display: block; color: light-dark(#5a5a55, #b4b4ae) }
.no { border: 0; text-align: center; margin-top: .5rem }
`

/** Where a person chooses who they are. @param uid of the interaction */
export const loginPage = (uid: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo provider</title>
<style>${STYLE}</style>
<main>
<h1>Demo provider</h1>
<p>This stands in for a company like Google. It runs on this machine, and nobody has a password here.</p>
<form method="post" action="/interaction/${encodeURIComponent(uid)}">
${PEOPLE.map(
  ({ sub, name, email }) =>
    `<button name="person" value="${sub}">Continue as ${name}<small>${email}</small></button>`,
).join('\n')}
<button class="no" name="person" value="">Cancel</button>
</form>
</main>
</html>
`

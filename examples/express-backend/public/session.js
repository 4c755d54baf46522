/** Keeps this site's session in step with the wallet's: whoever logs in there is logged in here, and out again. */

const entry = /** @type {HTMLButtonElement} */ (document.querySelector('#entry'))
const trouble = /** @type {HTMLElement} */ (document.querySelector('#trouble'))
/** Whom the server drew this page for. */
const known = document.documentElement.dataset.user

/** @param {string} action @param {object} body */
async function post(action, body) {
  const response = await fetch(`/api/vitrine/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error((await response.json()).error)
}

/** @param {unknown} error */
function tell(error) {
  trouble.textContent = error instanceof Error ? error.message : String(error)
  trouble.hidden = false
}

async function logOut() {
  await post('logout', {})
  location.assign('/')
}

async function start() {
  const { vitrine } = window
  if (!vitrine) return
  await vitrine.ready
  let told = known
  /** A frame that knows nobody says nothing: its browser may keep no storage for it. Whether the session goes on, the server asks. */
  const follow = async () => {
    const { user, isOpen } = vitrine.state
    // A dialog that is open still has something to do, e.g. to make the wallet.
    if (isOpen || !user || user.id === told) return
    told = user.id
    await post('login', { code: await vitrine.getLoginCode() })
    location.assign('/')
  }
  vitrine.subscribe(() => void follow().catch(tell))
  vitrine.on('logout', () => void logOut().catch(tell))
  entry.addEventListener('click', () => {
    const leave = () => (vitrine.state.authenticated ? vitrine.logout() : logOut())
    const call = known ? leave() : vitrine.login()
    call.catch(error => error.code !== 'exited_auth_flow' && tell(error))
  })
  entry.disabled = false
  await follow()
}

if (window.vitrine) start().catch(tell)
else addEventListener('vitrine:loaded', () => void start().catch(tell), { once: true })

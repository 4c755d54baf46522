import {
  deleteUserResponse,
  deletionRefused,
  type ManagedUser,
  userExport,
} from '@vitrine/shared/api/users.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useState } from 'react'
import { path } from '../http/client.ts'
import { useRouter } from '../router/link.tsx'
import { useConsole } from '../session/console-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Check } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'
import { userName, walletsWithKeys } from './accounts.ts'
import styles from './users.module.css'

type Asked = 'export' | 'delete' | null

/** What takes the operator's passkey once more: taking a person's data out, and deleting them. */
export function UserActions({ appId, user }: { appId: string; user: ManagedUser }) {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Button onClick={() => setAsked('export')}>Export data</Button>
      <Button look="danger" onClick={() => setAsked('delete')}>
        Delete user
      </Button>
      {asked === 'export' ? <ExportDialog appId={appId} onClose={close} user={user} /> : null}
      {asked === 'delete' ? <DeleteDialog appId={appId} onClose={close} user={user} /> : null}
    </>
  )
}

interface ActionProps {
  readonly appId: string
  readonly user: ManagedUser
  onClose(): void
}

function ExportDialog({ appId, user, onClose }: ActionProps) {
  const { send, confirm } = useConsole()
  const [task, run] = useTask()
  const exportUser = async () => {
    const confirmation = await confirm({ operation: 'user.export', app_id: appId, target: user.id })
    const data = await send({ path: path`/users/${user.id}/export`, appId, confirmation, answer: userExport })
    download(`${user.id}.json`, JSON.stringify(data, null, 2))
    onClose()
  }
  return (
    <Dialog onClose={onClose} title="Export this user’s data?">
      <p>
        You get a JSON file with all that is stored of {userName(user)}. Keys and secrets are not in it. Keep
        the file as you keep their data.
      </p>
      <p>Confirm with your passkey again. The audit records it.</p>
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button isBusy={task.status === 'busy'} look="primary" onClick={() => run(exportUser)}>
          Export with a passkey
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The browser saves it as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function DeleteDialog({ appId, user, onClose }: ActionProps) {
  const { send, confirm } = useConsole()
  const router = useRouter()
  const [task, run] = useTask()
  const [wallets, setWallets] = useState(() => walletsWithKeys(user))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isSure, setIsSure] = useState(false)
  const isAllTicked = wallets.every(address => ticked.includes(address)) && (wallets.length > 0 || isSure)
  const remove = async () => {
    const confirmation = await confirm({ operation: 'user.delete', app_id: appId, target: user.id })
    const at = path`/users/${user.id}`
    try {
      await send({
        method: 'DELETE',
        path: at,
        appId,
        confirmation,
        body: { wallets },
        answer: deleteUserResponse,
      })
    } catch (error) {
      // The server knows of other wallets: they are named now, and each is ticked before the next try.
      const named = error instanceof VitrineError && deletionRefused.shape.data.safeParse(error.data)
      if (named !== false && named.success) setWallets(named.data.wallets)
      throw error
    }
    router.go({ at: 'section', appId, section: 'users' })
  }
  return (
    <Dialog onClose={onClose} title={`Delete ${userName(user)}?`}>
      <p>This deletes the user and everything stored about them. You can’t undo it.</p>
      {wallets.length === 0 ? (
        <Check
          isChecked={isSure}
          label="They have no wallet whose key is here. Delete the user for good."
          onChange={setIsSure}
        />
      ) : (
        <fieldset className={styles.wallets}>
          <legend>
            This also deletes the keys of these wallets. A user without a copy loses their contents. Tick each
            one.
          </legend>
          {wallets.map(address => (
            <Check
              isChecked={ticked.includes(address)}
              key={address}
              label={address}
              onChange={isTicked =>
                setTicked(isTicked ? [...ticked, address] : ticked.filter(other => other !== address))
              }
            />
          ))}
        </fieldset>
      )}
      {task.status === 'failed' ? <Notice kind="danger">{task.failure.message}</Notice> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          disabled={!isAllTicked}
          isBusy={task.status === 'busy'}
          look="danger"
          onClick={() => run(remove)}
        >
          Delete with a passkey
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { appResponse, type ConsoleApp } from '@vitrine/shared/api/console/apps.ts'
import { path } from '../http/client.ts'
import { useConsole, useManages, useMe } from '../session/console-context.ts'
import { Copyable } from '../ui/copyable.tsx'
import { LoadView } from '../ui/load-view.tsx'
import { Page } from '../ui/page.tsx'
import { useLoad } from '../ui/use-load.ts'
import { ConfigEditor } from './config-editor.tsx'

/** An app's whole config, with the dialog as it will be. */
export function ConfigPage({ appId }: { appId: string }) {
  const { send } = useConsole()
  const mayChange = useManages(appId)
  const name = useMe().apps.find(app => app.id === appId)?.name ?? appId
  const [loaded, reload] = useLoad<ConsoleApp>(`config ${appId}`, signal =>
    send({ path: path`/console/apps/${appId}`, answer: appResponse, signal }),
  )
  return (
    <Page
      isWide
      sentence={<Copyable label="app id" text={appId} />}
      title={mayChange ? `Config of ${name}` : `Config of ${name} (you may look)`}
    >
      <LoadView label="The config is loading" loaded={loaded} onRetry={reload}>
        {app => <ConfigEditor app={app} mayChange={mayChange} />}
      </LoadView>
    </Page>
  )
}

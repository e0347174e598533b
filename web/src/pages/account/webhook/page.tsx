import { WebhooksPage } from '../../../features/webhook/webhooks-page.tsx'

/** 接口推送: who is told of what happens here, over the network. */
export default function Page() {
  return <WebhooksPage />
}

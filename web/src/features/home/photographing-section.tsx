import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { askedAnew, PhotoList, RetakeList, waitingForPhotos } from '../station/photo-station/photo-list.tsx'
import { photoStationsOf } from './grants.ts'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

/** The phones that wait for their photographs, of each channel that has any; the first one is there even without. */
export function PhotographingSection() {
  return photoStationsOf().map((channel, index) => <OfChannel key={channel} channel={channel} isAlways={index === 0} />)
}

function OfChannel({ channel, isAlways }: { channel: Channel; isAlways: boolean }) {
  const query = useQuery(waitingForPhotos(channel))
  const asked = useQuery(askedAnew(channel)).data?.total ?? 0
  if (!isAlways && query.data?.total === 0 && asked === 0) return null
  return (
    <Section title={`${CHANNEL_LABELS[channel]}待拍摄`} query={query}>
      {({ total }) => (
        <>
          <div className={styles.figures}>
            <Figure
              label="等着拍照"
              value={total}
              unit="台"
              to={linkTo(CHANNEL_PAGES[channel].inspections, { state: 'awaiting_photos' })}
            />
          </div>
          <RetakeList channel={channel} />
          <PhotoList channel={channel} />
        </>
      )}
    </Section>
  )
}

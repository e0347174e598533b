import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { can, loginContext } from '../../session/session.ts'
import { readText, storeText } from '../../session/storage.ts'

/** Whoever can do one of the steps is asked about them. */
const DONE_BY = [
  api.shop.bind,
  api.address.edit,
  api.bagRoll.registerRoll,
  api.detRecord.addDetectRecord,
  api.goods.publish,
  api.employee.edit,
]

/**
 * How far the merchant is with its first steps. Once they are over, this browser asks no more; for whoever has done all
 * of their own, they are over for now.
 */
export function useFirstSteps() {
  const key = `firstStepsOver:${loginContext().merchantId}`
  const isKnownOver = readText(key) !== ''
  const isAsked = !isKnownOver && DONE_BY.some(({ path }) => can(path))
  const { data, isLoading } = useQuery({ ...queryOf(api.openingSteps.get, {}), enabled: isAsked })
  const isOver = data?.isOver === true
  useEffect(() => {
    if (isOver) storeText(key, 'yes', 'local')
  }, [isOver, key])
  const hasOwn = data?.steps.some(({ isMine, isDone }) => isMine && !isDone) === true
  return { data: isAsked ? data : undefined, isOver: isOver || !hasOwn, isPending: isAsked && isLoading }
}

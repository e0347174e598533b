import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'
import styles from './task.module.css'
import { tasksQuery } from './task-queries.ts'
import { progressWords, stateWord } from './task-words.ts'

interface TaskListDialogProps {
  onOpen: (taskId: string) => void
  onClose: () => void
}

/** The person's newest tasks, each with the way to its results. */
export function TaskListDialog({ onOpen, onClose }: TaskListDialogProps) {
  const { data } = useQuery(tasksQuery)
  return (
    <Dialog title="批量操作" onClose={onClose} widthPx={720} footer={<Button onClick={onClose}>关闭</Button>}>
      <ScrollTable label="最近的批量操作">
        <thead>
          <tr>
            <th scope="col">操作</th>
            <th scope="col">状态</th>
            <th scope="col">进度</th>
            <th scope="col">开始时间</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {data?.tasks.map((task) => (
            <tr key={task.taskId}>
              <td className={styles.short}>批量{task.title}</td>
              <td className={styles.short}>{stateWord(task)}</td>
              <td className="num">{progressWords(task)}</td>
              <td>
                <Time at={task.createdAt} />
              </td>
              <td>
                <Button
                  small
                  aria-label={`查看批量${task.title}`}
                  onClick={() => {
                    onClose()
                    onOpen(task.taskId)
                  }}
                >
                  查看
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Dialog>
  )
}

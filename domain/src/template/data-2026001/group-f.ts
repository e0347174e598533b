import { group } from './build.ts'

/** Functions. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_F = group(
  'F',
  '功能检测',
  'objective',
  `
F01 | 开机 | onException required quick | = 正常开机 | E 可进桌面但自动重启 | E 无法进入桌面 | X 有开机密码 | E 无法开机
F02 | 触摸 | required quick | = 正常 | 70 间歇性失灵 | E 触摸失灵/断触
F03 | Face ID | required quick faceId apple | = 正常 | 80 无法录入或识别
F04 | 指纹 | required fingerprint | = 正常 | 80 无法录入或识别
F05 | 人脸解锁 | android | = 正常 | 90 异常
F06 | 后置摄像头 | multi onException required quick | = 正常 | 90 拍照有黑斑 | 80 抖动 | 80 无法对焦/模糊 | 70 某颗镜头异常 | 70 无法启用
F07 | 前置摄像头 | multi onException required quick | = 正常 | 90 拍照有黑斑 | 80 抖动 | 80 模糊 | 70 无法启用
F08 | 闪光灯 | required | = 正常 | 90 异常
F09 | 扬声器 | required quick | = 正常 | 80 杂音/小声 | 70 无声
F10 | 听筒 | required quick | = 正常 | 80 杂音/小声 | 70 无声
F11 | 麦克风 | multi required quick | = 正常 | 80 小声 | 70 录音无声 | 70 通话无声 | 70 录像无声
F12 | WiFi | required quick | = 正常 | 80 信号弱 | 70 无法打开 | 70 无法使用
F13 | 蓝牙 | required quick | = 正常 | 80 无法搜索 | 70 无法打开
F14 | SIM卡1 | required quick simTray | = 正常 | 70 无信号 | 70 不通话 | 70 不读卡
F15 | SIM卡2/eSIM | required dualSim | = 正常 | i 不支持 | 80 不读卡 | 80 无信号
F16 | 通话 | required | = 正常 | 70 异常
F17 | 基带 | required | = 正常 | E 无基带
F18 | 有线充电 | required quick | = 正常 | 80 接触不良 | 70 无法充电
F19 | 无线充电 | wirelessCharging | = 正常 | i 不支持 | 80 异常
F20 | USB联机 | quick | = 正常 | 80 无法连接电脑
F21 | 振动 | required quick | = 正常 | 90 异响 | 80 无振动
F22 | NFC | nfc | = 正常 | i 不支持 | 80 异常
F23 | GPS定位 | | = 正常 | 80 异常
F24 | 距离感应 | required quick | = 正常 | 80 异常
F25 | 光线感应 | required | = 正常 | 80 异常
F26 | 指南针 | required quick | = 正常 | i 不支持 | 80 异常
F27 | 陀螺仪/重力 | | = 正常 | 80 异常
F28 | 电源键/音量键 | multi required quick | = 正常 | 80 电源键异常 | 80 音量键异常
F29 | 静音键/操作按钮/相机控制 | multi required apple | = 正常 | 80 静音键异常 | 80 操作按钮异常 | 80 相机控制异常
F30 | Home键 | required homeButton | = 正常 | 80 按压失灵
F31 | 原彩显示 | required trueTone apple | = 正常 | 80 无原彩
F32 | 激光雷达 | lidar apple | = 正常 | 80 异常
F33 | 红外遥控 | infrared android | = 正常 | 90 异常
F34 | 手写笔 | stylus | = 正常 | 80 缺失 | 80 异常
`,
)

"""The learnt weights of ``outlook``. They are frozen; ``weights.md`` names scripts and commit."""

from __future__ import annotations

import base64

import numpy as np

from tilewright.games.nova_luna.solo.outlook import NUM_COLUMNS, NUM_NETWORKS, NUM_ROWS

# float16 in base 85: [networks, rows, columns]
TEXT = """
<uon2hCCfFl(UqsyQ?p<jWmWTNU@Bsv!=zmGqp!bLc0dItF?(R3ArSoY_xy5jxZ}eJhf>ydNez-tH4}JUNd&NFgFyr)GB$Q3
No`gAv)r~H#^s}syX*Qo;#h#2&f3K<G95)O26-+OE(gza<tAi9;KYM7bod7R<44?W3`Jr=rja3EH!bT7cLt&BeWJS>$cu8X0
j-pmpj$LuQ>~}j=1$W-noaMUmw%061iM2GBcMw;jncxQ#n?;53Gy02)te}j<zU?kvN|)5WO!tsVLeu0=CsP06YpnS0+`vH7^
(})gAx<mno^d5;9LNio5WpF}z+p53x_crLdDcs=cl`)3I5j$+Rsd5ILi_*03PFx;eBu{jHY8O*o!4GbH)Ai?r0Nk~&;C&b;`
rl{gkQA*m}ePpOPElcI{MFu8XwGC8KHFE{Kau(bK96Rs39VkkB!lroy9u`Z`IqosVb{Wm76RW|lHGO={7Tq#JfvL`{aGcfF|
a=+{!el{Pl53~7=OD*g=1U51$(L3L?$}`P3X0(UC5wQ}y4Lz8%W3XKyF)@QQR=8EU8l{yooGdmv;Uqr5zPLN7-7^WZQa!Ppn
YnQ;Ej?1V%dfaLcRBqwGPlRW;3|zS&AXqe;;&4gyfElE$FPQ^qPGqxT{S=`KebB8Z@d`18?;|5UbxaD61rfuMmnA}<h9PVOt
a!GcfDOa9Xb;{#KH<dguOSNT`r-w6~Dx=U82J>wz>PZMm^&>*s(XYk~17R0kDUg-n&9N9k%njLo@ogQaExtY`P@O7qv98r6E
f+dbO9L`7=K^O0x2^<}XC6Su|#&pR;Vbsx`~HWUgtsf307n_O3uUU929ps5uO<)HH&(1~^+#gF3~x_A#BhO|LAYKr<aY!Z)|
Kn>i^hz&Zmpzcj7Mk+9t~cD!%1csBu{gsxIIC#@#8e>BOqkv!Km8!*kr{y3#Np|x|ne=`V`DLUOd__QCnY&U{1D7UXVhB`*P
Ke%MJAT@=*{yEZ}s<PEJIXE}8p`58TPd{iq$h!T;BC^yzKs%JO{xtTIJ1?xZr8~nmkGadRM7L790JG9H9yxij2Dh)Qu&}YIO
gtDl1T<qfTqnvnLAZvtl`uI$M>**_@HQzoKDL?`V=VkMM>GDgVI~7RQZzy`E->=D*D^#q1Guj=7PEVy*SuB09lUZpf4qRP*S
Xp=54lS>Yqs~b%rPo7b-ProM>kKnRW<!NCon8I>ANGnVKN&{bGgSixHxhw0lfjJ@U`*0-7jD<H8Eqlcexol@VZ&OBeMo5(KU
uVcC{X?mn4Qd);RmYr8bVeS-{D_4?VI=b~2nY&p0eIp}2ym4X%7J13afL#Iz|kPdyVbt-6*(%D6y0TR&So0Y22Q#k3T=`#Pe
)8nTqR+dxG?Z@vHk+aCac7OkbLEVKlGthTta(mF3JXfXqT*e@nD53NW{;+p_~_c80OWvKvwimstGy|ON@d^7-nL^N2bwy=~!
8j=8jQ!tXC1iS!%c(y6H`a9DzFS-DL)woMI<0W-SES~^?lD3kVH#z`-v^gm*$hL8{OgR96NH9Jqwl==QS`Gk!ytjv#?2-_G<
ucVW11Yq#@~;2@dN<~;inPGKTb=*_thkP>QY-*~KQ<jMzqRNveJ%iiRW~fHAh|EPSA_t8F0_+@t)BpZjHy2~M>x2l`LF;0uq
os-u`SfLs(=6hqcbi67pVXM`nx1B46uZ)h_(O#0x(Xq#j0?)<BtG<sWlm-+O_}y<*}Byf-pEUdAk4rxUNVs2cpb0juHTXtt=
y{B{BejIIU}};<^sD4WIx3-z|V7pRn$*A*FwSG%K#Ir85YC&A0`%IJYq?JE#GG6tE{V7BSGWV3h!X2{9z1HZA~w^Rl(HG_O~
to45dgjINV3sIzjoB9{Pw4mOIIOEv(2im!07->@JuZMgsd6R()IV>SM}0Du61p0vUMCK>>Mtf-7J!?-Q8Xs`f)vp735E3J#X
WPkvGoH2Ztk+uK;003++1U7&)z_I`UiMO7#Q7{3y+nfM^WirI9syG0EUN(-jyR_{!V6y;#&bh#-oHXai)}sJ`8MG}iVYUE(v
8%y04I<t%Ngx0K^0A`5Ff7|PH<$nbK{V!`oj3phDmi+y`?nrAwy^*JTe!w8B`%LXAdLV3b~d}8T`T~Am$2hAjHUQ6KQI7*7q
9^_MKQa`i68)gF|iGzd@}=pEHsQU1F^fUoUs6a8Z&dO7bTCf3X}i<c{0$RZn6M?AF)iZk~x+%$hZK21GWz_3NSlJqKyCmbE{
6MsI&k8Y%Z~~tT=KbD6;?nM6>)hFsaSO)sg@JWh!?Xw>SU*d8tt~$+wiR)i?lvEG5vh<18e-6OsUcSTMPzU$FoH?XeiOdZzc
MzO?`VH#PG!+N$_AhLHdOnlx*q`8fc9#WgOtJ+ewQ9<=~~1h~XCATmhA`<eiNc{ORMe=q<5Qncx@T(AN!Y`6e`Kcx;cPA~{J
^CAI&k1!(|+_?aN7PS*8AUM32@G$^@%pM9d9jRG1Pn7_Gdo*v5Gpzssa<eEi*0|rZ_cj246)s7qs;x3K$Q%HGX`}8dQZ)d8L
N!}CO}mA#yEOoSQ8h5OZz>r)H<$o`xU|Kt2e<%$3b(&AD>)vrxHSNPVl?Zn&a|6Hte^mZC^w?4Vy6Ir^s_myR4uhO+cgJ(d#
+Tmz$!Ph0000094!EV4k-YDODr#?3J{<oGpYc9vZMfjB_eUYl%W8CoFbE}eYOFBV6n8Zh%}EgShE0t^DKEXAT7E{dZ@{lHa0
@6qB+@~Yda;k&pd%NRk=|YwX{pQ(=h-527rEs&^pUG0001hb*_y;2Y@*_gE(ryVY~Z3xxzP327u&~$Gb+Y0001hw<U5mnScV
iy01<?O|vaKIk?qA0D$y?X*f2$0001hlB{^R0)V+VEj6gGD?EcXVXZmI+kk}?M>MoC0Du616{k150Dxh-Ah&-qB{nB6u(?V&
#DeLNQMHe;0Du61ovy7lK7#)^9<kdoj<=JrvACi(0DyytI-?an0Du61PcdOP0f05Gi#S|0KDs<J2B=;!0Dw?|B{`Qn0001hw
y4%G0Dvkx?X@wYBsinC^R!bi0Du4h>$?uP0Du4hYOR?%0Dy`&X25$kWV{wM0J>T_;DLh`pg5<w0001hS*fYG0DyA1_%(;TgF
VGJ20F38dXR~of<4eR0Du61K^}}W0DywD*EvuvTD-)(ggTqL<CLkTusGW`0Du61cdY8C?|_lHbG5my#<aM%DKR{%M}ZfVLb$
*%0001h^Q<^F0D$8;)41+9_q?CCYO*mg0D$R+yETzL0Du61)`vSP0D#ak=e-@Y-!VzMwy9tw0DuaB3%VFN00000)1)gg0068
z|2W6C9yqkUG%1e30DxVB2qfjL0Du4hd#gsO007Iany@ggs5MzM_&JKb0D$d~tuBMP0Du4hP#}-83V=JgB&}h+;knPOzdAm~
0DuLR6}3RS0Du61ZY2F25P;b?&$>u8S2N`~C$xt+0D#t$iYQW)0001hxhu{r34jp2imE6tx40X*7&ebQ0D!8C8!S7y00000M
W&u50f0`rUbO1DYOSs|#v$v)kbq{BdNmfX0001h0jh4di+~lqy)*i>e>k19{Wh$-0D%00c(ls70Du61AFWcn1%M?thBj<D#X
4j&o-u4m0DyIYdO1zE0Du61)vR;70)S^MBswuF_Bpb+d^n230DudC<~%nw0Du61Xsjc<0Dx&R^Ea!k39!evZ#)jb27pTpm?U
Am0Du61GOA{{0Dw+4gF5}FJ}{@LeYwKD0Dxx*={-BN0Du61r>oJs0D#jw<*{SBA2y%5_dUVEJb*i(@ijcG0Du61$*yd(0)Wf
1LAW?HaV~!~;VXSU4S)fOO*IHC0001hSgrTCD1fv%cCmFT8ML>tWHy~J0e~=+eYmx_0001hG_RX70DvX0g)&UE2{bdgVYR-k
0Dv`xGrPDv0Du61GAOV=0Dxw@E<i#)dAEMD-L7Xr0Du61OTSk{0Du4hW~6OJ0Dw-s(LW-?dBK7{(zroG0f2Ll*}Wva0Du4ho
T1jb0Du#_Au;+j;IDZ($-Ig@0Du61i8Z0Q0Du61000EN0D!)=BQyX2?Y0}ZIlQ*M1%SDZdcPXB0001h6R31LIDkYtX}!WcI6
0R+K(x9@DKBK8Bf82z0D!NK+^HNufu908<+zZ&S2+7Qx;_8^
"""


def _decode(text: str, *shape: int) -> np.ndarray:
    """Decode base-85 text to a read-only array float32[networks, rows, columns]."""
    numbers = np.frombuffer(base64.b85decode("".join(text.split())), dtype="<f2")
    networks = numbers.astype(np.float32).reshape(*shape)
    networks.flags.writeable = False
    return networks


NETWORKS = _decode(TEXT, NUM_NETWORKS, NUM_ROWS, NUM_COLUMNS)

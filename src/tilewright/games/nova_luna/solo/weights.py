"""The learnt weights of ``outlook``, as printed by ``python learning/nova_luna_solo.py``."""

from __future__ import annotations

import base64

import numpy as np

from tilewright.games.nova_luna.solo.outlook import NUM_COLUMNS, NUM_QUESTIONS, NUM_ROWS

# float16[questions, rows, columns] in base 85
TEXT = """
do~d>yfzZLFRU&)+_#9fhO~=3tvFgW%dphEA~rrtYq(FaV>^;MH#@$%sXDniZ9J1PQ!2GL@G)LDPN?TcKd%k3xV*KxML1x$u
{?3QK|X&x?5V^xbGx!J&NkM_J2wEdayg<dv$zzi`@3>E3bh`+JULRgVYiw(7&9EiZoE9O7d#X_F){bDX1HQF)32~Pn>(f~bv
VzdC^*8s>97?s|1iBeF1nL4AGeY<^t80TYBVgk@G-2n_&VCSTDO6^l{phB4LC`(1f(`Oc(r;t2DtJyLn-aQ_r2&q__xKkS~(
{>O*lZl3A{$JB|I`Yx;~ydzBM|zOTI5W#x{U0AvlpWezShI{5zDpCpf;j(KG|OlDIoP@wU>)bvm{-S-Et)wy?`QAT+wUHaJe
X2*9MX9<;_ZCbjB1ialJoVK_>n=CF=9RxeDPV6Zv8x4g!##x1NlsJjWgDL4-_)VX4)o;H>_B&@=?dn-CR^D(3^xwb|vN<4-<
L@jGK$v9p!KtEzUi90N~emGdM!?i&>A|#kRY`K`ZjXvWs^sM*14mz|x**rn5I<|DUs=pz(mArVlXuDR!S+Nm0OD|fvgfv|=t
2r;Z8a$La+_)_<>b+k;zCk|6^0N#+Kel`}*e>2IwmM9<D7ZPex3N_@X01N85IT><p}y`tYCe!Y5IxMjUN9XzV7ceLhCoI*1U
^@$<ui;xPc_pxwlPyRx-yh5c{{|o;jtLNioBhvXRKy9(ls-}r>pfjKrxIy8ncJ1^E^5#6gEvS6tHkMCOPIh^SCC=sJ1^cayo
6O!a8QR;Wf)Q7PV-y;y4F4N;FBa?6}@F5;@7NLc6A_ygbe|8MS4xWiqI@kEbm)&ou?M_cDJ_6*+jjRlKsd4Y}kvdpJO}zBK{
3lCssdE4kpJ@3<1jbvPlpSh<U{4zi~;akJ69S2$C=?y!Nk(lqHh2*Omz20Asn7d67T|G2C?Z#Un)WimlJoWItwAh__ao;B~p
Yov=k54>H$&aL7#B|!1K$3S~O(!3e2z_hhI0WIOlj5+VJ;yf!dMkrY~kGh_;GO_79`MEBz?xnJ}i@9Dx>M@-%NVW#1urpjfL
M-kzrMTt1wX%FU_p@@i6EHwTCpm|zN;jyfW-19d^DzOr8#LrOo4I+nJU4GNm$9<6AiUzX&$LcCnL6pQv$Ya5y)@{(Be0z`y*
ZLRIJ#B5m8#1(QaNuk!5J^E`@2yy$+yz7XEd-i*)_-<Lp=;mvAM4}1Uh9qpd|3Sow?jBq`40{S3A-snJ!ehIId7WT{^J9R<@
x!o5CbG_QHF^b-zb3pFDrUxxzHHeYkW?F1VRFMJm=QbTl@#cstjnj65DSY9{42X)?t$f-DKY;JdQDqB?m#ZoVeEv_s^-9zp^
_@IO(&#J+(%6Ttugc)L}zV!G`$0DxUKYPfX>3AjxyLz=g<=&ndGm@(N)hPC&wRW5Qj0Dz$_Sh^pEVl%s}Tbh$N<G16m5H>DE
gSjHM<+%*30D#Ii__zT82f3s-0D$?mN3E)<T{fRYy{vdGZ?6|R008zlJ-Akc&$+3tLx40bBrt0sb+j|YyE~n@k~`eE0003nx
;MmtU9h~Z?xM>%oH%JI8!~RaC9LGKc`f+3003+{%{T{uFF^OCgO5r)Pr3Lc%ekMq5x@nuLp%ev005)D(;5H(Yrkr~0DvaE7{
E)YeZ8S1jkr;$Y`Q?Y0Dxtvowfh~y*diN41fVQ#5kE7);WYZE3?bB$}p?A0DuL!LA-PTgE-YS2Y~7==(OLE6E4!a8Z}WgCo*
>~0D$4M0x>cOK|P4DCyDhri@BRB05-rR=Q(aXoUPNe0DxLG|Eu<hEjSP@;h@{S+&O+7ex`l17Pd^ZzOz}n003&ZBfE6~s5LV
+1%RR{BsLqK`mI<fHo0mq3BRGf0Dy2W5HM4LAgvsz001So7eMu{iaKDeL$HXk4!;n-003gVO*R04B)pWk0D#)J$vBjq8!{Hb
Z8o~T2|O%10045c(K!Hs9kGi*0Du61S-mi%O+5Cu1hv<;BDiQg0DxOL>MU}EBQ}RJK9ce|z_rP<W2}qCKArI@>^8-`0Dud!t
u~d0X}lP{pp~00U^f4?8#PuqYB(mn!6_9z0D!MJ|2J5I5Viq0uZm$fZ#d(yx3n)jB)ld!I=TBg0DzD%le9d6OfNb%?u}G7hP
B`+p0@kOo~_>{?6guT0D!QnCN(FFP`9+YGoH4wp0uZ~?IhZ@t1c$AL9{ox0DxV#X|DkQ^|x)X0Dvbh5V;(vE43s-<*JZ0DJX
U{0D#vleX9b1TCyaj0DuL#m$xskEi>`MHmu4dI6OnR003^g96kVml`vzv0DuRvQMw)=$-5cA`Z2FGZ8Dj)003|;S1<$sV!YP
00Dv^OO1Q4F-ML#n3_Q&&nXs}p0DuWFcC`V3bHEzB0Du@Mi#1ZOp|}IWc{su}DzS?>0D!+55usv$oxGO2TYx{gR=8+0-Ma&(
!L&><GdaSw007l3IWP->fjBia7mVJw1F4BO|Gg<f2PgVDKDP|40Dyrr0k;hRo4=$kWrRt%mNU_>RlBCJhd979z&R?r0Dw!qs
5nxEpE|p<e3b>ZBDs~c%(?ouPPSq=XSzSB008_f`l^wI?YSi&*O)7_9l8+|;5WKS>9ad8XgC(E0Du_3f-Vb)(zSLm7?O{&pR
}5`WHRx(0001h0001h0Du610001h0Du4h000000000000000D7CC3U$~^G005OTCb(>egSOo?@tEDUe6{<o<*cqp?mCLK$-7
y=0057?y13E_cR8ZIAfUjuZo3GeY`g#f27rEs&^pUG0001hb*_y;2Y@*_gE(ryVY~Z3xxzP327u&~$Gb+Y0001hw<U5mnScV
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


def _decode() -> np.ndarray:
    numbers = np.frombuffer(base64.b85decode("".join(TEXT.split())), dtype="<f2")
    return numbers.astype(np.float32).reshape(NUM_QUESTIONS, NUM_ROWS, NUM_COLUMNS)


NETWORKS = _decode()
NETWORKS.flags.writeable = False
